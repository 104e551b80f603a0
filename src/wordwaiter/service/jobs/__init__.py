"""Long work spread over the cores of a machine or over a cluster."""
