/**
 * Pages that a developer's machine serves beside the endpoint, and who may read them. What they hold belongs to the
 * process that serves them; a replica in a cluster has none.
 */
package dev.hyperterse.runtime.page;
