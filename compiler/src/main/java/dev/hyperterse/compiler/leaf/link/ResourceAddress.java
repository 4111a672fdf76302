package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ToolView;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.template.UriTemplateParser;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/** The address of a resource: a URI, or a URI template. */
public final class ResourceAddress {
    private ResourceAddress() {}

    public static Checked<Address> compile(McpResourceSpec spec) {
        if (spec.uri().isPresent() == spec.uriTemplate().isPresent()) {
            return Checked.faulty(Reason.InvalidUri.problem(
                    "spec",
                    "one-address",
                    "the resource has no address, or several",
                    "set exactly one of uri and uriTemplate"));
        }
        return spec.uri()
                .map(uri -> fixed(uri).<Address>map(Address.Fixed::new))
                .or(() -> spec.uriTemplate().map(template -> UriTemplateParser.parse(template, "spec.uriTemplate")
                        .<Address>map(Address.Templated::new)))
                .orElseThrow();
    }

    private static Checked<String> fixed(String uri) {
        try {
            if (!new URI(uri).isAbsolute()) {
                return faulty("the URI '%s' has no scheme".formatted(uri), "start with one, such as docs://handbook");
            }
            return uri.startsWith(ToolView.URIS)
                    ? faulty(
                            "URIs below %s are those of views of tools".formatted(ToolView.URIS),
                            "use another, such as ui://pages/orders")
                    : Checked.sound(uri);
        } catch (URISyntaxException broken) {
            return faulty(
                    "invalid URI: " + broken.getReason(), "percent-encode characters that are not allowed in a URI");
        }
    }

    private static Checked<String> faulty(String message, String remedy) {
        return Checked.faulty(Reason.InvalidUri.problem("spec.uri", "uri-syntax", message, remedy));
    }

    /** The names of the template's variables, in their order. */
    public static List<String> variables(Address address) {
        return switch (address) {
            case Address.Fixed _ -> List.of();
            case Address.Templated(var template) ->
                template.parts().stream()
                        .flatMap(part -> part instanceof UriTemplate.Variable variable
                                ? Optional.of(variable.name()).stream()
                                : Optional.<String>empty().stream())
                        .toList();
        };
    }

    /** One argument for each variable, described or not, so that completion and lists need not look at the template. */
    public static List<Argument> arguments(Address address, List<Argument> described) {
        return variables(address).stream()
                .map(name -> described.stream()
                        .filter(argument -> argument.name().equals(name))
                        .findFirst()
                        .orElseGet(() -> new Argument(name, Optional.empty(), Optional.empty(), true, List.of())))
                .toList();
    }
}
