/** What {@code status} says of seeded faults, and servers of a cluster as targets, against an API server that holds YAML. */
package dev.hyperterse.cli.status;
