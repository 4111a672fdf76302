/** Requests to the API server of a cluster, and the lines of its watches. Must not know catalogs. */
package dev.hyperterse.runtime.source.kubernetes.api;
