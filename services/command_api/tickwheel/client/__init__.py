"""The Python client: submits commands and reads state over the REST API."""
