import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingType;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prints bytes and tokens of each file, by its name. */
final class CountTokens {
    private CountTokens() {}

    public static void main(String[] files) throws Exception {
        var tokenizer = Encodings.newDefaultEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
        for (var file : files) {
            var text = Files.readString(Path.of(file));
            System.out.printf(
                    "%s %d %d%n", Path.of(file).getFileName(), Files.size(Path.of(file)), tokenizer.countTokens(text));
        }
    }
}
