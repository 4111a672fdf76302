/**
 * Callers that a server, a tool, a prompt or a resource lets in, and the plugins and rules that decide. No credentials,
 * only references to them.
 */
package dev.hyperterse.crds.v1alpha1.auth;
