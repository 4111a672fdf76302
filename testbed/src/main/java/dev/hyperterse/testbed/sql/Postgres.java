package dev.hyperterse.testbed.sql;

/** Gives tests a {@link PostgresServer} and a {@link PostgresDatabase}: {@code @ExtendWith(Postgres.class)}. */
public final class Postgres extends DatabaseExtension<PostgresServer, PostgresDatabase> {
    public Postgres() {
        super(PostgresServer.class, PostgresDatabase.class, PostgresServer::create, PostgresServer::createDatabase);
    }
}
