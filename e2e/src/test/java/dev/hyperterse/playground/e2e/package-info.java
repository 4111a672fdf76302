/**
 * The product as its users have it: installed on a playground from the manifests that ship, driven with kubectl and MCP
 * clients. What a test knows of the inside it reads from status, metrics and logs.
 */
package dev.hyperterse.playground.e2e;
