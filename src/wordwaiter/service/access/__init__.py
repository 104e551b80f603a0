"""Who asks, what they may do and see: callers, devices, invitations, permissions, visibility."""
