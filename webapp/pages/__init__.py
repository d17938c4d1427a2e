"""The pages: server-rendered, live, made from what games declare; they change things by the API alone."""
