/**
 * What engines behind JDBC share: physical connections that HikariCP owns, leases on them for many calls, cancellation, and
 * what is known of an adapter's health. Nothing here knows a particular engine.
 */
package dev.hyperterse.runtime.connector.jdbc;
