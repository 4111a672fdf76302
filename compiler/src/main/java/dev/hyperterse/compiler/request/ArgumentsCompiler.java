package dev.hyperterse.compiler.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.request.JsonPlace;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Compiles the arguments of a call of another server's tool, by the rules of a JSON body. */
public final class ArgumentsCompiler {
    private ArgumentsCompiler() {}

    /**
     * @param path the field that holds them
     * @param environment names of the server's environment that are granted to the author's namespace
     */
    public static Checked<JsonPlace> compile(
            JsonNode arguments, String path, List<Input> inputs, Set<String> environment) {
        if (!arguments.isObject()) {
            return Checked.faulty(Reason.InvalidRequest.problem(
                    path,
                    "arguments-object",
                    "the arguments of a tool are a JSON object",
                    "write them like {order: '{{ inputs.id }}'}, or remove them to pass on the inputs as they are"));
        }
        var problems = new ArrayList<Problem>();
        var place = new JsonCompiler(new PlacedText(inputs, environment, problems), problems).compile(arguments, path);
        return place.map(Checked::sound).orElseGet(() -> Checked.faulty(problems));
    }
}
