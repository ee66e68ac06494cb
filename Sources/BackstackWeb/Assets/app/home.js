// What is on the page of a server with several features. A program with more to say has a file of this name.
import { featureList } from "./ui.js";

export const contents = (features) => [featureList(features)];
