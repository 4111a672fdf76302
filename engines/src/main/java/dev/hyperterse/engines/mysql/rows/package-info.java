/**
 * Encodes the rows of MySQL and MariaDB as JSON, by the types of their columns. Must not know sessions, calls or pools.
 */
package dev.hyperterse.engines.mysql.rows;
