package dev.hyperterse.compiler.openapi;

import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.crds.v1alpha1.ToolSpec;

/** A server with an HTTP API, and a Tool of the API's document. */
public final class DocumentedApi {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec: {adapters: [{name: api, engine: Http, url: "https://api.example.com", access: ReadWrite}]}
            """;

    private static final String TOOL = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: api}
            spec:
              serverRefs: [{name: shop}]
              openapi:
                adapter: api
                %s
                document:
                  inline: |
            """;

    private DocumentedApi() {}

    static ToolSpec spec() {
        return manifests("text").tools().getFirst().getSpec();
    }

    public static CompiledServer compiled(String document) {
        return new CatalogCompiler().compile(manifests(document).inputs());
    }

    /** @param choice members of the section beside the document */
    static CompiledServer compiled(String document, String choice) {
        return new CatalogCompiler().compile(manifests(document, choice).inputs());
    }

    private static Manifests manifests(String document) {
        return manifests(document, "");
    }

    private static Manifests manifests(String document, String choice) {
        return Manifests.read(SERVER, TOOL.formatted(choice) + document.indent(10));
    }
}
