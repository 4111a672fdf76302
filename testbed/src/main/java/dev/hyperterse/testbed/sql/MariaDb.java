package dev.hyperterse.testbed.sql;

/** Gives tests a {@link MariaDbServer} and a {@link MariaDbDatabase}: {@code @ExtendWith(MariaDb.class)}. */
public final class MariaDb extends DatabaseExtension<MariaDbServer, MariaDbDatabase> {
    public MariaDb() {
        super(MariaDbServer.class, MariaDbDatabase.class, MariaDbServer::create, MariaDbServer::createDatabase);
    }
}
