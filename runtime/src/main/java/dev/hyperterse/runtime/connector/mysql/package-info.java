/**
 * MySQL and MariaDB: settings, sessions, types and errors, over the driver of MariaDB, which speaks to both. What is fixed when
 * a connection is made is fixed here.
 */
package dev.hyperterse.runtime.connector.mysql;
