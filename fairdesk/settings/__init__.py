"""Where files live, what the window remembers, and where keys are kept. Only home of keyring and platformdirs.

May import ``domain`` only. Keys are never in a noun, a file of FairDesk, a log or a command line.
"""

from fairdesk.settings.paths import Paths, default_data_dir, resources_dir
from fairdesk.settings.preferences import Preferences, Theme, load_preferences, save_preferences
from fairdesk.settings.secrets import Secrets, SecretsStatus

__all__ = [
    "Paths",
    "Preferences",
    "Secrets",
    "SecretsStatus",
    "Theme",
    "default_data_dir",
    "load_preferences",
    "resources_dir",
    "save_preferences",
]
