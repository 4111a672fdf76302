package dev.hyperterse.catalog.statement;

/** The SQL dialects a statement can be compiled for. */
public enum Dialect {
    POSTGRES,
    SQLITE,
    /** MySQL and MariaDB. */
    MYSQL
}
