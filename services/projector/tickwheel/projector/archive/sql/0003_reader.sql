-- Whoever may read the live tables may read what is here too: the index, and months that were brought back.

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
    EXECUTE format('COMMENT ON SCHEMA %I IS %L', current_schema(), 'What left the tables for Parquet files, and months that were brought back from there.');
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tickwheel_reader') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO tickwheel_reader', current_schema());
        EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO tickwheel_reader', current_schema());
        EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT ON TABLES TO tickwheel_reader', current_schema());
    END IF;
END
$$;
