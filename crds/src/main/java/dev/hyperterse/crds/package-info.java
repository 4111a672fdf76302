/**
 * The way in and out of the API's records: the settings of the Kubernetes client's serialisation, and the digests
 * of the schemas, by which an operator finds CRDs of another version. The records themselves live in the package of their version.
 */
package dev.hyperterse.crds;
