package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;

/**
 * Asks the API server to answer a patch with the metadata of the object only. Whoever patches knows what was written, and
 * would pay for the whole object twice: once to decrypt it, once to read it.
 */
final class TerseAnswers implements Interceptor {
    static final String NAME = "hyperterse-terse-answers";

    private static final String METADATA_ONLY = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (request.method().equals("PATCH")) {
            builder.setHeader("Accept", METADATA_ONLY);
        }
    }
}
