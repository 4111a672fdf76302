package dev.hyperterse.cli.init.schema;

/** The engines whose catalogs can be read. */
public enum SqlEngine {
    POSTGRES("Postgres", "PostgreSQL"),
    MYSQL("Mysql", "MySQL or MariaDB"),
    SQLITE("Sqlite", "SQLite");

    private final String adapter;
    private final String display;

    SqlEngine(String adapter, String display) {
        this.adapter = adapter;
        this.display = display;
    }

    /** As {@code adapters[].engine} has it. */
    public String adapter() {
        return adapter;
    }

    public String display() {
        return display;
    }
}
