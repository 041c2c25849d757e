import java.io.File;
import java.util.TreeSet;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Asks the veraPDF engine about files: VCheck FLAVOUR[,FLAVOUR...] FILE...
 *
 * <p>One line per file and flavour, parted by tabs: file, flavour, "true" or "false", broken rules ("7.3-1; 7.1-9").
 * The exit code is 0 unless a file could not be examined at all.
 */
public class VCheck {
  private static final int SHOWN_PER_RULE = 100;

  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    VeraGreenfieldFoundryProvider.initialise();
    for (int place = 1; place < arguments.length; place++) {
      for (String name : arguments[0].split(",")) {
        examine(arguments[place], PDFAFlavour.byFlavourId(name), name);
      }
    }
  }

  private static void examine(String path, PDFAFlavour flavour, String name) throws Exception {
    if (flavour == PDFAFlavour.NO_FLAVOUR) {
      throw new IllegalArgumentException("this engine has no flavour " + name);
    }
    try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(path), flavour);
        PDFAValidator validator =
            Foundries.defaultInstance().createValidator(flavour, SHOWN_PER_RULE, false, true, false)) {
      ValidationResult result = validator.validate(parser);
      TreeSet<String> broken = new TreeSet<>();
      for (TestAssertion assertion : result.getTestAssertions()) {
        if (assertion.getStatus() == TestAssertion.Status.FAILED) {
          broken.add(assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber());
        }
      }
      System.out.println(
          path + "\t" + name + "\t" + result.isCompliant() + "\t" + String.join("; ", broken));
    }
  }
}
