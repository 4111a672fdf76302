/**
 * Follows the objects that decide what is served, by watches, and says whom a change concerns. It keeps what the API
 * server holds and evaluates nothing; contents of ConfigMaps and Secrets are kept only where a server or one of its
 * definitions refers to them. Servers are followed, and worked on, by the Java Operator SDK.
 */
package dev.hyperterse.operator.read;
