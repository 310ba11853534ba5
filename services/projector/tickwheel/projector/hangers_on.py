"""What others have hung on the live tables: rights of their roles, views in schemas of their own. A rebuild takes it along.

A view knows its tables by number, not by name: when schemas change names, it goes on showing the former tables, and goes with
them. So it is told anew, word for word, once the new tables have the name; it stays the same view, with its own rights.
"""

from psycopg import sql

from tickwheel.projector import SCHEMA
from tickwheel.projector.faults import HeldError
from tickwheel.runtime.postgres.connect import Connection

HANGERS_ON = """
SELECT DISTINCT i.type, i.identity, v.oid, array_to_string(v.reloptions, ', '),
    coalesce(v.relkind = 'v' AND v.relpersistence = 'p' AND pg_has_role(v.relowner, 'USAGE'), false)
FROM pg_depend d
LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
LEFT JOIN pg_class v ON v.oid = r.ev_class
CROSS JOIN LATERAL pg_identify_object(
    CASE WHEN v.oid IS NULL THEN d.classid ELSE 'pg_class'::regclass END, coalesce(v.oid, d.objid), 0
) i
WHERE d.deptype IN ('n', 'a') AND i.schema IS DISTINCT FROM %(schema)s::text
  AND d.classid IN ('pg_rewrite'::regclass, 'pg_proc'::regclass, 'pg_constraint'::regclass, 'pg_publication_rel'::regclass)
  AND (d.refclassid, d.refobjid) IN (
      SELECT 'pg_class'::regclass, oid FROM pg_class WHERE relnamespace = %(schema)s::text::regnamespace
      UNION ALL
      SELECT 'pg_proc'::regclass, oid FROM pg_proc WHERE pronamespace = %(schema)s::text::regnamespace
  )
ORDER BY i.identity
"""
STRANGERS = """
SELECT c.oid::regclass::text FROM pg_class c
WHERE c.relnamespace = %(live)s::text::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND to_regclass(format('%%I.%%I', %(new)s::text, c.relname)) IS NULL
ORDER BY c.relname
"""
GRANTS = """
SELECT format('GRANT %%s ON TABLE %%I.%%I TO %%s%%s', a.privilege_type, %(new)s::text, c.relname, {grantee}, {option})
FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a
WHERE c.relnamespace = %(live)s::text::regnamespace AND c.relkind IN ('r', 'p', 'v') AND a.grantee <> c.relowner
  AND to_regclass(format('%%I.%%I', %(new)s::text, c.relname)) IS NOT NULL
UNION ALL
SELECT format('GRANT %%s ON SCHEMA %%I TO %%s%%s', a.privilege_type, %(new)s::text, {grantee}, {option})
FROM pg_namespace n CROSS JOIN LATERAL aclexplode(n.nspacl) a
WHERE n.oid = %(live)s::text::regnamespace AND a.grantee <> n.nspowner
UNION ALL
SELECT format('ALTER DEFAULT PRIVILEGES FOR ROLE %%I IN SCHEMA %%I GRANT %%s ON TABLES TO %%s%%s',
    pg_get_userbyid(g.defaclrole), %(new)s::text, a.privilege_type, {grantee}, {option})
FROM pg_default_acl g CROSS JOIN LATERAL aclexplode(g.defaclacl) a
WHERE g.defaclnamespace = %(live)s::text::regnamespace AND g.defaclobjtype = 'r' AND a.grantee <> g.defaclrole
  AND pg_has_role(g.defaclrole, 'USAGE')
""".format(
    grantee="CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END",
    option="CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END",
)


def grant_alike(connection: Connection, schema: str) -> None:
    """Whoever may read the live tables may read those in `schema`."""
    for (grant,) in connection.execute(GRANTS.encode(), {"live": SCHEMA, "new": schema}).fetchall():
        connection.execute(grant.encode())


def refuse_strangers(connection: Connection, schema: str) -> None:
    """Tables of people that lie among ours would go with ours; so they do who have the name of the schema as theirs."""
    found = connection.execute(STRANGERS.encode(), {"live": SCHEMA, "new": schema}).fetchall()
    if found:
        names = ", ".join(name for (name,) in found)
        raise HeldError(
            f"Schema {SCHEMA} holds what is not the projector's, and would be dropped with the former tables: {names}. Move it "
            "to another schema (ALTER TABLE ... SET SCHEMA ...) and rebuild"
        )


def views(connection: Connection) -> list[sql.Composed]:
    """The statements that point people's views at whatever has the names of the live tables then. Inside a transaction."""
    found = connection.execute(HANGERS_ON.encode(), {"schema": SCHEMA}).fetchall()
    held = [f"{kind} {identity}" for kind, identity, _, _, ours in found if not ours]
    if held:
        raise HeldError(
            f"The tables of schema {SCHEMA} cannot be swapped while this depends on them: {'; '.join(held)}. Drop it, rebuild, "
            "and make it again"
        )
    connection.execute("SET LOCAL search_path TO ''")  # or names would be left unqualified
    return [_told_anew(connection, *row) for row in found]


def _told_anew(
    connection: Connection, _kind: str, identity: str, oid: int, options: str | None, _ours: bool
) -> sql.Composed:
    row = connection.execute("SELECT pg_get_viewdef(%s::oid)", [oid]).fetchone()
    if row is None:
        raise LookupError(f"{identity} is gone")
    return sql.SQL("CREATE OR REPLACE VIEW {} {} AS {}").format(
        sql.SQL(identity), sql.SQL(f"WITH ({options})" if options else ""), sql.SQL(row[0])
    )
