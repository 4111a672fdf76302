/**
 * What runs for one server: Deployment, Service, ServiceAccount, Role, RoleBinding, as objects made from the server's
 * spec alone. Applying them is the reconciler's; nothing here looks at catalogs.
 */
package dev.hyperterse.operator.workload;
