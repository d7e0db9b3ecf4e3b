"""Notices for people who must act: channels, preferences, the outbox and the delivery of messages."""
