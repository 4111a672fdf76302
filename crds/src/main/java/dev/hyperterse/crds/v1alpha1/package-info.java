/**
 * The four kinds of the API {@code hyperterse.dev/v1alpha1} as Java records, with their specs and statuses; the
 * packages below have the parts of a spec. Shapes and their documentation only: no defaults, no behaviour, no reading
 * of other objects. What an object does not say is {@code Optional.empty()}, an empty list or an empty string where the
 * CRD requires one; an enum value of a newer API is {@code Unrecognized}, never an error. Read and written through
 * {@link dev.hyperterse.crds.ApiSerialization} only.
 */
package dev.hyperterse.crds.v1alpha1;
