"""The screen: page frame, session state, caches and background jobs; no computation."""
