"""The verbs of a table as JSON, described by `/api/openapi.json`."""
