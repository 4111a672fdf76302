/**
 * Follows the catalog of one server in a cluster: watches only the index, reads it, fetches and verifies the parts that
 * it names. Its requests are sent by {@code api}; does not know what is served from a catalog.
 */
package dev.hyperterse.runtime.source.kubernetes;
