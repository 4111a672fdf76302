/**
 * What engines behind JDBC share: physical connections that HikariCP owns, leases on them for many calls, and
 * cancellation. Nothing here knows a particular engine.
 */
package dev.hyperterse.runtime.connector.jdbc;
