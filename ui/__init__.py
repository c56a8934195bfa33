"""The screen: page frame, session state, caches, background jobs. Besides app.py and pages/ only this knows Streamlit."""
