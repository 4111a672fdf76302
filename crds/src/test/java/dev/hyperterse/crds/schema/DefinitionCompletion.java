package dev.hyperterse.crds.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hyperterse.crds.SchemaDigest;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceSubresourceScaleBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.ParameterizedType;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the generator cannot say about a kind. In this order: descriptions of kind, spec and status; spec is required;
 * the properties (see {@link PropertyCompletion}); columns in their order (the generator sorts them by path); scale; the
 * digest of the schema.
 */
final class DefinitionCompletion {
    private static final ObjectMapper IN_ORDER =
            new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private final Class<? extends CustomResource<?, ?>> kind;
    private final CustomResourceDefinitionVersion version;
    private final JSONSchemaProps root;

    private DefinitionCompletion(Class<? extends CustomResource<?, ?>> kind, CustomResourceDefinition definition) {
        this.kind = kind;
        this.version = definition.getSpec().getVersions().getFirst();
        this.root = version.getSchema().getOpenAPIV3Schema();
    }

    static void complete(Class<? extends CustomResource<?, ?>> kind, CustomResourceDefinition definition) {
        var completion = new DefinitionCompletion(kind, definition);
        completion.describe();
        completion.requireSpec();
        completion.completeProperties();
        completion.orderColumns();
        completion.addScale();
        completion.addDigest();
    }

    private void describe() {
        root.setDescription(kind.getAnnotation(Described.class).value());
        spec().setDescription("What is wanted.");
        status().setDescription("State that the operator observed; only the operator writes it.");
    }

    private void requireSpec() {
        root.setRequired(List.of("spec"));
    }

    private void completeProperties() {
        var types = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments();
        PropertyCompletion.completeRecord((Class<?>) types[0], spec());
        PropertyCompletion.completeRecord((Class<?>) types[1], status());
        if (kind != Tool.class) {
            dropToolName();
        }
    }

    /** All leaves share the records of their status; only tools can have another name than their own on a server. */
    private void dropToolName() {
        var servers = status().getProperties().get("servers");
        if (servers != null) {
            servers.getItems().getSchema().getProperties().remove("toolName");
        }
    }

    private void orderColumns() {
        version.setAdditionalPrinterColumns(Stream.of(kind.getAnnotationsByType(Column.class))
                .map(column -> new CustomResourceColumnDefinitionBuilder()
                        .withName(column.name())
                        .withType(column.type())
                        .withJsonPath(column.path())
                        .withPriority(column.wide() ? 1 : null)
                        .build())
                .toList());
    }

    private void addScale() {
        var scaled = kind.getAnnotation(Scaled.class);
        if (scaled != null) {
            version.getSubresources()
                    .setScale(new CustomResourceSubresourceScaleBuilder()
                            .withSpecReplicasPath(scaled.spec())
                            .withStatusReplicasPath(scaled.status())
                            .withLabelSelectorPath(scaled.selector())
                            .build());
        }
    }

    private void addDigest() {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(IN_ORDER.writeValueAsBytes(root));
            var digits = HexFormat.of().formatHex(digest).substring(0, SchemaDigest.LENGTH);
            root.setDescription(root.getDescription() + SchemaDigest.note(digits));
        } catch (NoSuchAlgorithmException | JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private JSONSchemaProps spec() {
        return root.getProperties().get("spec");
    }

    private JSONSchemaProps status() {
        return root.getProperties().get("status");
    }
}
