/**
 * The way in and out of the API's records: the settings of the Kubernetes client's serialisation, and what a record
 * says about values that this build does not know. The records themselves live in the package of their version.
 */
package dev.hyperterse.crds;
