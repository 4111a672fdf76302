/**
 * What runs for one server: a plan of objects made from its spec and the installation, and the controller that keeps the
 * cluster as planned and says what became of it. Nothing here looks at catalogs, and no status is written here.
 */
package dev.hyperterse.operator.workload;
