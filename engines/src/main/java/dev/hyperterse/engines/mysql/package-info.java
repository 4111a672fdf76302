/**
 * MySQL and MariaDB, both through the driver of MariaDB: settings, sessions, types and errors. Session settings are
 * fixed here when a connection is made.
 */
package dev.hyperterse.engines.mysql;
