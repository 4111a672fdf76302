/** Rows of MySQL and MariaDB as JSON: which column is written how. Nothing here knows sessions, calls or pools. */
package dev.hyperterse.runtime.connector.mysql.rows;
