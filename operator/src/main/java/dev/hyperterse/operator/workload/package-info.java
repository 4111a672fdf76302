/**
 * The workload of one server: a plan of objects from its spec and the installation, and the controller that applies the
 * plan and reports the result. Nothing here reads catalogs or writes statuses.
 */
package dev.hyperterse.operator.workload;
