"""Who is calling, and what they may do: accounts, tokens, join links, sessions, guards.

- `passwords` argon2
- `links`     join links that a QR code can carry, and short codes that can be read aloud
- `caller`    the caller of the current request
- `access`    the guards that routes name
- `csrf`      whether a change was meant by whoever's cookie comes with it
- `doors`     sign in, join a seat, invite: the ways to get a token
- `audits`    who did, or was refused, what
"""
