/**
 * The console of a server in a cluster: the same page on a port of this machine, with the endpoint behind a port that is
 * forwarded through the API server. What the page shows is in the package above; nothing here knows a directory.
 */
package dev.hyperterse.cli.console.cluster;
