/**
 * Says why something in a cluster is not served: from what the operator wrote into statuses, and from what no status can
 * say. Asks no cluster itself, and evaluates no object anew.
 */
package dev.hyperterse.cli.status;
