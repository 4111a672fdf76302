/**
 * Measures search: catalogs and short queries made by rule, the rival, latency and memory, and the protocol of an
 * evaluation program. Ships with nothing; the generated catalog and queries are the fixture of tests too.
 */
package dev.hyperterse.search.bench;
