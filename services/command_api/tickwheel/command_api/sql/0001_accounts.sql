-- Who may use the API. Secrets are stored as hashes only. Names are not qualified: the migration runs in its own schema.

CREATE TABLE users (
    user_id        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name           text NOT NULL UNIQUE CHECK (name ~ '^[A-Za-z0-9._@-]{1,100}$'),
    role           text NOT NULL CHECK (role IN ('user', 'admin')),
    password_hash  text NOT NULL,
    created_at     timestamptz NOT NULL DEFAULT now(),
    created_by     text NOT NULL,
    disabled_at    timestamptz
);
COMMENT ON TABLE users IS 'People who may sign in. A disabled one may not, and their sessions and tokens count no more.';
COMMENT ON COLUMN users.password_hash IS 'argon2id, with its parameters.';

CREATE TABLE sessions (
    session_hash  bytea PRIMARY KEY,
    session_id    uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_seen_at  timestamptz NOT NULL DEFAULT now(),
    address       text NOT NULL,
    agent         text NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_oldest ON sessions (last_seen_at);
COMMENT ON TABLE sessions IS 'One row a sign-in that has not ended: 24 hours after the last request it has.';
COMMENT ON COLUMN sessions.session_hash IS 'SHA-256 of the cookie.';

CREATE TABLE tokens (
    token_id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    token_hash    bytea NOT NULL UNIQUE,
    name          text NOT NULL,
    user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    scopes        text[] NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),
    created_by    text NOT NULL,
    expires_at    timestamptz,
    last_used_at  timestamptz,
    revoked_at    timestamptz
);
CREATE INDEX tokens_by_user ON tokens (user_id);
COMMENT ON TABLE tokens IS 'API tokens of programs. A token may do what its user may and its scopes name.';
COMMENT ON COLUMN tokens.token_hash IS 'SHA-256 of the token, which is shown once, when it is made.';

-- Counts of the last minutes, shared by all API processes. Losing them in a crash is harmless.
CREATE UNLOGGED TABLE rate_windows (
    key     text NOT NULL,
    minute  bigint NOT NULL,
    count   integer NOT NULL,
    PRIMARY KEY (key, minute)
) WITH (fillfactor = 50);
COMMENT ON TABLE rate_windows IS 'How often each caller came in each minute, for rate limits.';
