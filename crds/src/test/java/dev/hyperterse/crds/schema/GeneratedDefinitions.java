package dev.hyperterse.crds.schema;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.TypeBindings;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.type.TypeModifier;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The CRDs as the records describe them: the generator's work, completed by {@link DefinitionCompletion}. */
final class GeneratedDefinitions {
    static final List<Class<? extends CustomResource<?, ?>>> KINDS =
            List.of(HyperterseServer.class, McpResource.class, Prompt.class, Tool.class);

    private GeneratedDefinitions() {}

    /** Definitions by name, such as {@code tools.hyperterse.dev}. */
    static Map<String, CustomResourceDefinition> all() {
        var definitions = new TreeMap<String, CustomResourceDefinition>();
        var mapper = new ObjectMapper().registerModule(optionalIsItsContent());
        new CRDGenerator()
                .withObjectMapper(mapper, new KubernetesSerialization(mapper, false))
                .forCRDVersions("v1")
                .customResourceClasses(List.copyOf(KINDS))
                .withOutput(new Discard())
                .withPostProcessor(new CRDPostProcessor() {
                    @Override
                    public HasMetadata process(HasMetadata generated, String version) {
                        definitions.put(generated.getMetadata().getName(), (CustomResourceDefinition) generated);
                        return generated;
                    }
                })
                .generate();
        KINDS.forEach(kind -> DefinitionCompletion.complete(kind, definitions.get(CustomResource.getCRDName(kind))));
        return definitions;
    }

    /** The generator takes {@code Optional<String>} for an object of its own; in the schema it is a string. */
    private static SimpleModule optionalIsItsContent() {
        return new SimpleModule() {
            private static final long serialVersionUID = 1L;

            @Override
            public void setupModule(SetupContext context) {
                super.setupModule(context);
                context.addTypeModifier(new TypeModifier() {
                    @Override
                    public JavaType modifyType(JavaType type, Type raw, TypeBindings bindings, TypeFactory factory) {
                        return type.hasRawClass(Optional.class) ? type.containedTypeOrUnknown(0) : type;
                    }
                });
            }
        };
    }

    /** The generator insists on writing somewhere. */
    private static final class Discard implements CRDGenerator.CRDOutput<ByteArrayOutputStream> {
        @Override
        public ByteArrayOutputStream outputFor(String name) {
            return new ByteArrayOutputStream();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
