-- People who sign in with an identity provider have no password here.

ALTER TABLE users ADD COLUMN subject text UNIQUE;
COMMENT ON COLUMN users.subject IS 'Issuer and subject of the identity provider, for those who sign in with it; NULL for those who have a password.';
