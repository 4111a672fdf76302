/** Servers of SQL: a Postgres and a MariaDB of its own for each test JVM that asks for one, and PgBouncer. */
package dev.hyperterse.testbed.sql;
