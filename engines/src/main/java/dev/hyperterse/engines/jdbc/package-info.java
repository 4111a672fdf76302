/**
 * Code that the engines behind JDBC share: physical connections, which HikariCP owns, leases on them for many calls,
 * and cancellation. Must not know a particular engine.
 */
package dev.hyperterse.engines.jdbc;
