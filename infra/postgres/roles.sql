-- Logins of the services with the rights that each needs and no others. An administrator runs this once, in the database of
-- Tickwheel and before the first `tickwheel migrate`:
--
--     psql "$ADMIN_DSN" -v ON_ERROR_STOP=1 -f infra/postgres/roles.sql
--
-- and then gives each a password of its own: \password tickwheel_owner ...
--
--   tickwheel_owner     `tickwheel migrate`, projector, housekeeping: they make, swap and detach tables
--   tickwheel_api       api: reads the tables, keeps users, sessions and tokens
--   tickwheel_watch     watch: reads the tables
--   tickwheel_reader    nobody's login: what people and dashboards are given, to read the tables
--
-- Schedulers, workers and the stream of handlers' health have no login: they never speak to Postgres.

CREATE ROLE tickwheel_reader NOLOGIN;
CREATE ROLE tickwheel_owner LOGIN;
CREATE ROLE tickwheel_api LOGIN IN ROLE tickwheel_reader;
CREATE ROLE tickwheel_watch LOGIN IN ROLE tickwheel_reader;

DO $$
BEGIN
    EXECUTE format('GRANT CREATE ON DATABASE %I TO tickwheel_owner', current_database());
END
$$;

CREATE SCHEMA tickwheel_api AUTHORIZATION tickwheel_owner;
GRANT USAGE ON SCHEMA tickwheel_api TO tickwheel_api;
ALTER DEFAULT PRIVILEGES FOR ROLE tickwheel_owner IN SCHEMA tickwheel_api
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tickwheel_api;
ALTER DEFAULT PRIVILEGES FOR ROLE tickwheel_owner IN SCHEMA tickwheel_api
    GRANT USAGE ON SEQUENCES TO tickwheel_api;
