/**
 * Follows the catalog of one server in a cluster: reads the index, fetches and proves the parts it names, watches the
 * index alone. Speaks to the API server with the JDK's HTTP client; knows nothing of what a catalog is served with.
 */
package dev.hyperterse.runtime.source.kubernetes;
