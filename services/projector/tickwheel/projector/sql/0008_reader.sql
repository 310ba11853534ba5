-- A role that may read everything here and change nothing. Give it to people: GRANT tickwheel_reader TO somebody.
-- Where we may not create roles, an administrator makes it first, and this only grants.

DO $$
BEGIN
    CREATE ROLE tickwheel_reader NOLOGIN;
EXCEPTION
    WHEN duplicate_object OR unique_violation THEN NULL;
    WHEN insufficient_privilege THEN
        RAISE NOTICE 'tickwheel_reader was not made: no right to create roles';
END
$$;

DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tickwheel_reader') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO tickwheel_reader', current_schema());
        EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO tickwheel_reader', current_schema());
        EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO tickwheel_reader', current_schema());
    END IF;
END
$$;
